//! The class file around the methods.

use deadheat_harness::PoolWriter;

/// Fields that every assembled class has: name and descriptor.
const FIELDS: [(&str, &str); 5] =
    [("b", "B"), ("z", "Z"), ("n", "I"), ("w", "J"), ("o", "Ljava/lang/Object;")];

/// A method with the contents of its `Code` attribute.
pub(super) struct AssembledMethod {
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) is_instance: bool,
    pub(super) code: Vec<u8>,
}

/// The whole file.
pub(super) fn class_file(
    mut pool: PoolWriter,
    name: &str,
    parent: &str,
    methods: &[AssembledMethod],
) -> Vec<u8> {
    const PUBLIC: u16 = 0x1;
    const PUBLIC_SUPER: u16 = 0x21;
    const PUBLIC_STATIC: u16 = 0x9;
    let mut rest: Vec<u8> = Vec::new();
    let mut put = |values: &[u16]| rest.extend(values.iter().flat_map(|value| value.to_be_bytes()));
    put(&[PUBLIC_SUPER, pool.class(name), pool.class(parent), 0, FIELDS.len() as u16]);
    for (field, descriptor) in FIELDS {
        put(&[PUBLIC_STATIC, pool.utf8(field), pool.utf8(descriptor), 0]);
    }
    put(&[methods.len() as u16]);
    for method in methods {
        let flags = if method.is_instance { PUBLIC } else { PUBLIC_STATIC };
        let (name, descriptor) = (pool.utf8(&method.name), pool.utf8(&method.descriptor));
        for value in [flags, name, descriptor, 1, pool.utf8("Code")] {
            rest.extend(value.to_be_bytes());
        }
        rest.extend((method.code.len() as u32).to_be_bytes());
        rest.extend(&method.code);
    }
    rest.extend([0, 0]);
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48];
    file.extend(pool.finish());
    file.extend(rest);
    file
}
