//! What was decoded.

/// A value of some layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A field that this version of the format, or this kind of record, does not have.
    Missing,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Text(String),
    Bytes(Vec<u8>),
    /// A list, some of a kind, or values in round brackets.
    List(Vec<Value>),
    Option(Option<Box<Value>>),
    Struct(Vec<(String, Value)>),
    /// A variant's name, and what it holds.
    Variant(String, Option<Box<Value>>),
}

impl Value {
    /// A field of a struct.
    pub fn field(&self, name: &str) -> &Value {
        let Value::Struct(fields) = self else { panic!("no struct: {self:?}") };
        let found = fields.iter().find(|(field, _)| field == name);
        &found.unwrap_or_else(|| panic!("no field {name}")).1
    }

    /// An unsigned number; nothing else is one.
    pub fn number(&self) -> Option<u64> {
        if let Value::Unsigned(number) = self { Some(*number) } else { None }
    }

    /// The unsigned number of a field.
    pub fn number_of(&self, name: &str) -> u64 {
        self.field(name).number().unwrap_or_else(|| panic!("{name} is no number"))
    }

    /// The text of a field.
    pub fn text_of(&self, name: &str) -> &str {
        let Value::Text(text) = self.field(name) else { panic!("{name} is no text") };
        text
    }

    /// The bytes of a field.
    pub fn bytes_of(&self, name: &str) -> &[u8] {
        let Value::Bytes(bytes) = self.field(name) else { panic!("{name} holds no bytes") };
        bytes
    }

    /// The items of a list.
    pub fn items(&self) -> &[Value] {
        let Value::List(items) = self else { panic!("no list: {self:?}") };
        items
    }

    /// The unsigned numbers of a list.
    pub fn numbers_of(&self, name: &str) -> Vec<u64> {
        self.field(name).items().iter().filter_map(Value::number).collect()
    }
}
