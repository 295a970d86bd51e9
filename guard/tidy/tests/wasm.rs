//! A module with its functions in another order does the same.

use sandtable_tidy::wasm::arranged;

/// Two functions of two types: `b` calls `a`, by a padded number as linkers write it; `b` is exported, `a` is in the table.
fn module(first: &[u8], second: &[u8], kinds: [u8; 2], exported: u8, listed: u8) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    let mut section = |id: u8, content: &[u8]| {
        module.extend([id, content.len() as u8]);
        module.extend(content);
    };
    section(1, &[2, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f]);
    section(3, &[2, kinds[0], kinds[1]]);
    section(4, &[1, 0x70, 0, 2]);
    section(7, &[1, 3, b'r', b'u', b'n', 0, exported]);
    section(9, &[1, 0, 0x41, 1, 0x0b, 1, listed]);
    let mut code = vec![2, first.len() as u8];
    code.extend(first);
    code.push(second.len() as u8);
    code.extend(second);
    section(10, &code);
    module
}

const LEAF: [u8; 7] = [0, 0x20, 0, 0x41, 1, 0x6a, 0x0b];

#[test]
fn calls_exports_and_tables_follow_their_functions() {
    let calls = [0, 0x41, 0xc1, 0x80, 0x00, 0x10, 0x80, 0x80, 0x80, 0x80, 0x00, 0x0b];
    let mut given = module(&LEAF, &calls, [1, 0], 1, 0);
    given.extend([0, 5, 4, b'n', b'a', b'm', b'e']);
    assert!(LEAF[..] < calls[..], "the leaf stays the first function");
    // 65 keeps the second byte that holds its sign.
    let short = [0, 0x41, 0xc1, 0x00, 0x10, 0, 0x0b];
    assert_eq!(arranged(&given), Ok(module(&LEAF, &short, [1, 0], 1, 0)));

    let first = [0, 0x41, 7, 0x10, 0x81, 0x80, 0x00, 0x0b];
    let swapped = module(&LEAF, &[0, 0x41, 7, 0x10, 0, 0x0b], [1, 0], 1, 0);
    assert_eq!(arranged(&module(&first, &LEAF, [0, 1], 0, 1)), Ok(swapped));
}

#[test]
fn what_it_does_not_know_is_refused() {
    let given = module(&LEAF, &[0, 0x41, 7, 0x10, 0, 0x0b], [1, 0], 1, 0);
    assert!(arranged(&given).is_ok());
    assert!(arranged(&given[1..]).is_err_and(|told| told.contains("no WebAssembly module")));
    assert!(arranged(&given[..given.len() - 1]).is_err_and(|told| told.contains("cut short")));
    let vector = module(&LEAF, &[0, 0xfd, 0, 0x0b], [1, 0], 1, 0);
    assert!(arranged(&vector).is_err_and(|told| told.contains("0xfd")));
    let mut imports = given.clone();
    imports.splice(8..8, [2, 7, 1, 1, b'm', 1, b'f', 0, 0]);
    assert!(arranged(&imports).is_err_and(|told| told.contains("imports")));
    let stranger = module(&LEAF, &[0, 0x41, 7, 0x10, 2, 0x0b], [1, 0], 1, 0);
    assert!(arranged(&stranger).is_err_and(|told| told.contains("no function 2")));
}
