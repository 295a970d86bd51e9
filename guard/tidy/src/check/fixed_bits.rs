//! Numbers are written as numbers: only the maths knows how many bits a fraction has.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut literals = Vec::new();
    let mut all = 0;
    for source in tree.product() {
        let package = source.package.map(|index| tree.packages[index].folder.as_str()).unwrap_or_default();
        if package.ends_with("/math") || source.module.first().is_some_and(|module| module == "math") {
            continue;
        }
        let mut calls = Calls::default();
        calls.visit_file(&source.product);
        all += calls.count;
        let message = "bits of a number written out: give it as a number";
        literals.extend(calls.literals.into_iter().map(|line| Violation::new(&source.path, line, message)));
    }
    vec![
        Rule::none_of(
            "bits_written_out",
            "calls of `from_bits` with literals or shifted numbers outside the maths",
            literals,
        ),
        Rule::told(all, "from_bits_calls", "calls of `from_bits` outside the maths"),
    ]
}

/// Calls of `from_bits`: how many, and the lines of those that are given nothing but literals, or a number shifted into place.
#[derive(Default)]
struct Calls {
    count: u64,
    literals: Vec<usize>,
}

impl Calls {
    fn add(&mut self, line: usize, is_literal: bool) {
        self.count += 1;
        if is_literal {
            self.literals.push(line);
        }
    }

    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for pair in tokens.windows(2) {
            if let [TokenTree::Ident(name), TokenTree::Group(arguments)] = pair
                && name == "from_bits"
            {
                let named = arguments.stream().into_iter().any(|token| matches!(token, TokenTree::Ident(_)));
                self.add(name.span().start().line, !named);
            }
        }
        for token in tokens {
            if let TokenTree::Group(group) = token {
                self.scan(group.stream());
            }
        }
    }
}

impl<'a> Visit<'a> for Calls {
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && let Some(last) = function.path.segments.last()
            && last.ident == "from_bits"
        {
            self.add(last.ident.span().start().line, call.args.iter().all(|it| is_literal(it) || is_shifted(it)));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        self.scan(mac.tokens.clone());
    }
}

/// Whether an expression is made of literals alone.
fn is_literal(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Lit(_) => true,
        syn::Expr::Paren(it) => is_literal(&it.expr),
        syn::Expr::Unary(it) => is_literal(&it.expr),
        syn::Expr::Cast(it) => is_literal(&it.expr),
        syn::Expr::Binary(it) => is_literal(&it.left) && is_literal(&it.right),
        _ => false,
    }
}

/// Whether an expression puts a number where the bits of a whole number, or of a part of one, are: something shifted to the left, or a sum
/// with such a term.
fn is_shifted(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Paren(it) => is_shifted(&it.expr),
        syn::Expr::Cast(it) => is_shifted(&it.expr),
        syn::Expr::Binary(it) => match it.op {
            syn::BinOp::Shl(_) => true,
            syn::BinOp::Add(_) | syn::BinOp::Sub(_) => is_shifted(&it.left) || is_shifted(&it.right),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn literals_are_told_outside_the_maths() {
        let text = "const A: Fx = Fx::from_bits(5 << 13);\nfn f() { Fx::from_bits(x); g!(Fx::from_bits(-3)); }\n";
        let fixture = format!(
            "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}//- sim/a/src/math/fx.rs\n{text}"
        );
        expect(check, &fixture, "bits_written_out", 2, &["sim/a/src/lib.rs:1", "sim/a/src/lib.rs:2"]);
        assert_eq!(check(&SourceTree::from_fixture(&fixture))[1].value, 3);
        expect(check, &fixture.replace("sim/a/", "sim/math/"), "bits_written_out", 0, &[]);
    }

    #[test]
    fn what_is_shifted_into_place_is_told_and_arithmetic_is_not() {
        let text = "fn f() {\nFx::from_bits((x as i32) << 16);\nFx::from_bits((x << 16) + (y << 15));\n\
                    Fx::from_bits((1 << 16) / x);\nFx::from_bits((a.bits() * (1 << 3)) as i32);\n}\n";
        let fixture = format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}");
        expect(check, &fixture, "bits_written_out", 2, &["sim/a/src/lib.rs:2", "sim/a/src/lib.rs:3"]);
    }
}
