//! The learned parts. What they mean, what they were trained on and how well they do is in
//! `models/card.md`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::{Array4, ArrayView4};
use rten::{Model, RunOptions, ThreadPool};
use rten_tensor::{Layout, NdTensor, NdTensorView};
use thiserror::Error;

/// A net that turns one batch of pictures into one batch of maps.
pub trait Net: Send + Sync {
    /// What the net is for, as errors name it.
    fn name(&self) -> &str;
    /// Output `[batch, channel, row, column]` for an input `[batch, channel, row, column]`.
    fn run(&self, input: ArrayView4<f32>) -> Result<Array4<f32>, NetError>;
}

/// Weights that cannot be loaded or run.
#[derive(Debug, Error)]
pub enum NetError {
    /// A file of weights cannot be read.
    #[error(
        "cannot read the weights {path}; give a folder with coarse.onnx, fine.onnx and stones.onnx"
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not an ONNX file that the runtime knows.
    #[error("the weights of the {net} net are damaged or of another version: {reason}")]
    Load {
        /// Which net.
        net: String,
        /// The runtime's words.
        reason: String,
    },
    /// The runtime refused the input.
    #[error("the {net} net failed: {reason}")]
    Run {
        /// Which net.
        net: String,
        /// The runtime's words.
        reason: String,
    },
}

/// An ONNX net run by `rten`.
pub struct OnnxNet {
    name: &'static str,
    maps: usize,
    model: Model,
}

thread_local! {
    /// One thread for the nets of each thread that reads photos: many photos are read side by side.
    static POOL: Arc<ThreadPool> = Arc::new(ThreadPool::with_num_threads(1));
}

impl OnnxNet {
    /// Loads a net that gives so many maps from the bytes of an ONNX file.
    pub fn load(name: &'static str, maps: usize, bytes: Vec<u8>) -> Result<Self, NetError> {
        let model = Model::load(bytes).map_err(|e| NetError::Load {
            net: name.into(),
            reason: e.to_string(),
        })?;
        Ok(Self { name, maps, model })
    }
}

impl Net for OnnxNet {
    fn name(&self) -> &str {
        self.name
    }

    fn run(&self, input: ArrayView4<f32>) -> Result<Array4<f32>, NetError> {
        let failed = |reason: String| NetError::Run {
            net: self.name.into(),
            reason,
        };
        let (b, c, h, w) = input.dim();
        // A view in the usual order is not copied, a mirrored one or a part of one row by row.
        let input = input.as_standard_layout();
        let data = input.as_slice().expect("standard layout");
        let tensor = NdTensorView::from_data([b, c, h, w], data);
        let options = RunOptions::default().with_thread_pool(Some(POOL.with(Arc::clone)));
        let value = self
            .model
            .run_one(tensor.as_dyn().into(), Some(options))
            .map_err(|e| failed(e.to_string()))?;
        let output: NdTensor<f32, 4> = value
            .try_into()
            .map_err(|_| failed("wrong output".into()))?;
        let shape = output.shape();
        if shape[1] != self.maps {
            return Err(NetError::Load {
                net: self.name.into(),
                reason: format!("{} maps instead of {}", shape[1], self.maps),
            });
        }
        Array4::from_shape_vec(shape, output.into_data()).map_err(|e| failed(e.to_string()))
    }
}

/// Probabilities of three classes from their logits.
pub(super) fn softmax(logits: [f32; 3]) -> [f32; 3] {
    let top = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let e = logits.map(|v| (v - top).exp());
    let total: f32 = e.iter().sum();
    e.map(|v| v / total)
}

/// The three nets of the reading chain.
pub struct Nets {
    /// Whole photo `[1, 8, 256, 256]` → the board, its corners, other boards: logits `[1, 3, 64, 64]`.
    pub coarse: Box<dyn Net>,
    /// Lattice view `[1, 8, 8k+1, 8k+1]` → step to the nearest crossing (x, y in cells), logits of
    /// "inside the outer lines" and "the spacing is right", `[1, 4, k+1, k+1]`.
    pub fine: Box<dyn Net>,
    /// Board view `[1, 8, 16k+1, 16k+1]` → `[1, 23, k+1, k+1]`: logits of empty, black, white for each
    /// crossing; then for the four places 0 and half a cell below and right of it, in this order
    /// inside each channel, logits of no stone's middle there, a black one's, a white one's, and the
    /// way to that middle in cells (x, y).
    pub stones: Box<dyn Net>,
}

const EMBEDDED: [&[u8]; 3] = [
    include_bytes!("../../models/coarse.onnx"),
    include_bytes!("../../models/fine.onnx"),
    include_bytes!("../../models/stones.onnx"),
];

impl Nets {
    /// The nets in the program itself.
    pub fn embedded() -> Result<Self, NetError> {
        Self::from_bytes(EMBEDDED.map(<[u8]>::to_vec))
    }

    /// The nets `coarse.onnx`, `fine.onnx` and `stones.onnx` of a folder.
    pub fn from_dir(dir: &Path) -> Result<Self, NetError> {
        let read = |name: &str| {
            let path = dir.join(name);
            std::fs::read(&path).map_err(|source| NetError::Read { path, source })
        };
        Self::from_bytes([
            read("coarse.onnx")?,
            read("fine.onnx")?,
            read("stones.onnx")?,
        ])
    }

    fn from_bytes([coarse, fine, stones]: [Vec<u8>; 3]) -> Result<Self, NetError> {
        Ok(Self {
            coarse: Box::new(OnnxNet::load("coarse", 3, coarse)?),
            fine: Box::new(OnnxNet::load("fine", 4, fine)?),
            stones: Box::new(OnnxNet::load("stones", 23, stones)?),
        })
    }
}
