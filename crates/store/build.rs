//! Migrations are compiled into the program, so a change to them is a change to it.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
