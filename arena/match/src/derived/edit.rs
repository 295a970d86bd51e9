//! Values changed in the text that plays, in the file that builds on others.

use toml_edit::{DocumentMut, Item, Table};

use super::is_same;

/// The text of a file with what another text says otherwise than before. A text that is no TOML changes nothing.
pub(super) fn with_changes(own: &str, before: &str, after: &str) -> String {
    let parse = |text: &str| text.parse::<DocumentMut>();
    let (Ok(mut changed), Ok(before), Ok(after)) = (parse(own), parse(before), parse(after)) else {
        return own.to_owned();
    };
    change(changed.as_item_mut(), before.as_table(), after.as_table());
    changed.to_string()
}

fn change(own: &mut Item, before: &Table, after: &Table) {
    let in_braces = own.is_value();
    let Some(own) = own.as_table_like_mut() else { return };
    for (key, item) in after.iter().filter(|(key, item)| !before.get(key).is_some_and(|was| is_same(was, item))) {
        let mut new = match (before.get(key), item) {
            (Some(Item::Table(before)), Item::Table(after)) => {
                let mut inner = own.remove(key).filter(Item::is_table_like).unwrap_or_else(|| {
                    let mut table = Table::new();
                    // Who has a table below it alone needs no header.
                    table.set_implicit(after.is_implicit());
                    Item::Table(table)
                });
                change(&mut inner, before, after);
                inner
            }
            _ => item.clone(),
        };
        if let (Some(old), Some(value)) = (own.get(key).and_then(Item::as_value), new.as_value_mut()) {
            *value.decor_mut() = old.decor().clone();
        }
        if in_braces {
            new.make_value();
        }
        own.insert(key, new);
    }
}
