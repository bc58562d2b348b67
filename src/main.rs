//! The `shuzi` command.
fn main() {}
