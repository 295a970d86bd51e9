//! it
mod combat;
mod content;
mod content_refused;
mod economy;
<<<<<<< HEAD
mod extremes;
=======
mod maps;
>>>>>>> c242816 (Tests of maps)
