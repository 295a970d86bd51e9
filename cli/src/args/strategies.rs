//! `--p1` to `--p8`: a strategy for each player.

/// Declares the eight options, whose help begins with `$who`.
macro_rules! strategies {
    ($(#[$meta:meta])* $name:ident, $who:literal) => {
        $(#[$meta])*
        #[derive(Debug, clap::Args)]
        pub struct $name {
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 1: a file or a name"))]
            p1: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 2"))]
            p2: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 3"))]
            p3: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 4"))]
            p4: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 5"))]
            p5: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 6"))]
            p6: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 7"))]
            p7: Option<String>,
            #[arg(long, value_name = "STRATEGY", help = concat!($who, " player 8"))]
            p8: Option<String>,
        }

        impl $name {
            /// The strategies given, by player.
            pub fn all(&self) -> [Option<&str>; 8] {
                let given = [&self.p1, &self.p2, &self.p3, &self.p4, &self.p5, &self.p6, &self.p7, &self.p8];
                given.map(|strategy| strategy.as_deref())
            }
        }
    };
}

strategies! {
    /// Who commands whom.
    Commanders, "Strategy of"
}

strategies! {
    /// Who takes over from whom in a recorded match.
    Successors, "Strategy that takes over"
}
