//! Scratch belongs to the system that uses it: whoever takes it out of the world to be able to borrow both keeps it there.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use syn::visit::{self, Visit};

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        let mut takes = Takes::default();
        takes.visit_file(&source.product);
        let message = "taken out of the world: let the system have a workspace";
        findings.extend(takes.lines.into_iter().map(|line| Violation::new(&source.path, line, message)));
    }
    vec![Rule::none_of("scratch_taken_from_world", "calls of `mem::take(&mut world.…)`", findings)]
}

/// Lines of calls of `take` with something of `world`.
#[derive(Default)]
struct Takes {
    lines: Vec<usize>,
}

impl<'a> Visit<'a> for Takes {
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && let Some(last) = function.path.segments.last()
            && last.ident == "take"
            && matches!(call.args.first(), Some(syn::Expr::Reference(it)) if is_of_world(&it.expr))
        {
            self.lines.push(last.ident.span().start().line);
        }
        visit::visit_expr_call(self, call);
    }
}

/// Whether an expression is a field of a variable or field called `world`.
fn is_of_world(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Field(it) => is_world(&it.base) || is_of_world(&it.base),
        syn::Expr::Index(it) => is_of_world(&it.expr),
        _ => false,
    }
}

fn is_world(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Path(it) => it.path.is_ident("world"),
        syn::Expr::Field(it) => matches!(&it.member, syn::Member::Named(name) if name == "world"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn only_what_is_taken_from_the_world_counts() {
        let text = "fn f() {\nlet a = std::mem::take(&mut world.flow.a);\nlet b = mem::take(&mut self.world.b[0]);\nlet c = mem::take(&mut other.c);\n}\n";
        let fixture = format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}");
        expect(check, &fixture, "scratch_taken_from_world", 2, &["sim/a/src/lib.rs:2", "sim/a/src/lib.rs:3"]);
    }
}
