//! Migrations and pages are compiled into the binary, so a change to them is a change to it.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
    println!("cargo:rerun-if-changed=../../static");
}
