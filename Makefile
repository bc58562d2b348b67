# What a person, a release and CI run. On Debian and Ubuntu each target installs
# the system packages it needs; elsewhere it says which.

.DELETE_ON_ERROR:
.PHONY: help demo build test proofs endure lint bench fuzz package train crossval card unseen packages

CARGO ?= cargo
PYTHON ?= python3
SAMPLE ?= samples/demo.jpg
OVERLAY ?= target/demo.png
FUZZ_SECONDS ?= 30
PROOFS ?= 10000
KILLS ?= 50
HOURS ?= 8
PHOTOS ?= ../shared/photos
WORK ?= training/work
VENV = $(WORK)/venv

help:
	@echo "make demo      build, score a sample photo, write $(OVERLAY)"
	@echo "make test      every test"
	@echo "make proofs    the proofs of life and death against $(PROOFS) random boards"
	@echo "make endure    a watched game killed $(KILLS) times, and one of $(HOURS) hours"
	@echo "make lint      formatting, clippy, documentation, licences"
	@echo "make bench     benchmarks, each checking its answer"
	@echo "make fuzz      the fuzz targets, $(FUZZ_SECONDS) seconds each"
	@echo "make package   the crate as it would be published"
	@echo "make train     the weights in models/ from labelled photos"
	@echo "make crossval  the accuracy table, no board in training and test at once"
	@echo "make card      the measured part of the model card, after crossval"
	@echo "make unseen    300 rendered boards, stones and rooms that no net has seen, read"

packages:
	@sh .ci/packages

build: packages
	$(CARGO) build --release --locked

# Exit status 1 is an answer that a person must confirm.
demo: build
	@status=0; \
	target/release/shuzi score $(SAMPLE) --dead none --overlay $(OVERLAY) || status=$$?; \
	test $$status -le 1 || exit $$status; \
	echo; echo "The reading is drawn over the photo in $(OVERLAY)"

# The whole suite comes last, so that its result lines close the output.
test: packages
	$(CARGO) test --locked --no-default-features --lib --test photo
	$(CARGO) test --locked

# A part of this is in `make test`.
proofs: packages
	PROPTEST_CASES=$(PROOFS) $(CARGO) test --locked --no-default-features --lib life::

# A part of this is in `make test`.
endure: packages
	SHUZI_KILLS=$(KILLS) SHUZI_HOURS=$(HOURS) $(CARGO) test --locked --test watch -- \
		--nocapture --test-threads 1 any_moment over_hours

lint: packages
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) clippy --locked --all-targets --no-default-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items
	@sh .ci/deny

bench: packages
	$(CARGO) bench --locked --features calib3d

fuzz: packages
	@sh .ci/fuzz $(FUZZ_SECONDS)

# The packed files are built without cameras: with them, OpenCV's bindings would be
# built once more for nothing, as all of src/ is packed.
package: packages
	$(CARGO) package --locked --no-default-features

$(VENV): training/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement training/requirements.txt
	@touch $(VENV)

# Started again, both go on where they stopped.
train: $(VENV)
	$(VENV)/bin/python training/run.py --photos $(PHOTOS) --work $(WORK) --models models

crossval: build $(VENV)
	$(VENV)/bin/python training/run.py --photos $(PHOTOS) --work $(WORK) \
		--crossval --shuzi target/release/shuzi

card: build $(VENV)
	$(VENV)/bin/python training/card.py --photos $(PHOTOS) --work $(WORK) --shuzi target/release/shuzi

# No training uses this seed. Exit status 1 says that not every board was read perfectly.
unseen: build $(VENV)
	$(VENV)/bin/python training/render.py --out $(WORK)/unseen --count 300 --seed 2027
	@status=0; \
	target/release/shuzi eval $(WORK)/unseen --json $(WORK)/unseen.json || status=$$?; \
	test $$status -le 1
