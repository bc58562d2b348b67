//! go
