//! The numpy arrays that a batch writes to: bound once, borrowed for each call.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sandtable_env::BatchBuffers;

/// Names every array with the type of its elements, as [`BatchBuffers`] has them.
macro_rules! bound_arrays {
    ($($name:ident: $type:ty),* $(,)?) => {
        /// Arrays that were bound.
        #[derive(Default)]
        pub struct BoundArrays {
            $($name: Option<Py<PyArrayDyn<$type>>>,)*
        }

        /// Arrays that are borrowed while a batch works.
        pub struct BorrowedArrays<'py> {
            $($name: Option<PyReadwriteArrayDyn<'py, $type>>,)*
        }

        impl BoundArrays {
            /// The type of the elements of an array, as numpy names it.
            pub fn dtype(name: &str) -> &'static str {
                match name {
                    $(stringify!($name) => <$type as NamedElement>::NAME,)*
                    _ => "",
                }
            }

            /// Binds arrays of these names; `sizes` has the elements that each must have.
            pub fn bind(&mut self, arrays: &Bound<'_, PyDict>, sizes: &[(&'static str, usize)]) -> PyResult<()> {
                for (key, array) in arrays {
                    let key: String = key.extract()?;
                    match key.as_str() {
                        $(stringify!($name) => self.$name = Some(checked::<$type>(&key, &array, sizes)?),)*
                        _ => return Err(PyValueError::new_err(format!("{key:?} is no array of a batch; expected one of {}", names(sizes)))),
                    }
                }
                Ok(())
            }

            /// Borrows all arrays.
            pub fn borrow<'py>(&self, py: Python<'py>) -> PyResult<BorrowedArrays<'py>> {
                Ok(BorrowedArrays { $($name: borrowed(py, stringify!($name), &self.$name)?,)* })
            }
        }

        impl BorrowedArrays<'_> {
            /// The memory of the arrays.
            pub fn buffers(&mut self) -> PyResult<BatchBuffers<'_>> {
                Ok(BatchBuffers { $($name: memory(&mut self.$name)?,)* })
            }
        }
    };
}

bound_arrays! {
    own: f32, foreign: f32, nodes: f32, kinds: u8, planes: u8, globals: f32,
    mask_verbs: u8, mask_args: u8, mask_cancel: u8, mask_targets: u8, mask_places: u8, mask_macros: u8,
    handles: u32, actions: i32, macros: i32,
    rewards: f32, terminated: u8, truncated: u8, alive: u8, counts: i32,
    final_globals: f32, final_own: f32, final_foreign: f32, final_nodes: f32, final_kinds: u8, final_planes: u8,
}

/// An element with its name.
trait NamedElement: Element {
    const NAME: &'static str;
}

impl NamedElement for f32 {
    const NAME: &'static str = "float32";
}

impl NamedElement for u8 {
    const NAME: &'static str = "uint8";
}

impl NamedElement for u32 {
    const NAME: &'static str = "uint32";
}

impl NamedElement for i32 {
    const NAME: &'static str = "int32";
}

fn names(sizes: &[(&'static str, usize)]) -> String {
    sizes.iter().map(|size| size.0).collect::<Vec<_>>().join(", ")
}

fn checked<T: NamedElement>(
    name: &str,
    array: &Bound<'_, PyAny>,
    sizes: &[(&'static str, usize)],
) -> PyResult<Py<PyArrayDyn<T>>> {
    let found = || {
        let dtype = array.getattr("dtype").map(|it| it.to_string()).unwrap_or_else(|_| "no array".to_owned());
        let shape = array.getattr("shape").map(|it| it.to_string()).unwrap_or_default();
        format!("{dtype} {shape}")
    };
    let wanted = sizes.iter().find(|size| size.0 == name).map_or(0, |size| size.1);
    let typed = array.cast::<PyArrayDyn<T>>();
    let typed = typed.map_err(|_| PyTypeError::new_err(format!("{name}: found {}; expected {}", found(), T::NAME)))?;
    if typed.len() != wanted {
        return Err(PyValueError::new_err(format!("{name}: found {}; expected {wanted} elements", found())));
    }
    if !typed.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name}: found strides {:?}; expected C order", typed.strides())));
    }
    if typed.try_readwrite().is_err() {
        return Err(PyValueError::new_err(format!(
            "{name}: found an array that is read-only or borrowed; expected a writeable one"
        )));
    }
    Ok(typed.clone().unbind())
}

fn borrowed<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    array: &Option<Py<PyArrayDyn<T>>>,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let borrow = |array: &Py<PyArrayDyn<T>>| {
        let refused = |_| PyRuntimeError::new_err(format!("{name}: the array is borrowed by another call"));
        array.bind(py).try_readwrite().map_err(refused)
    };
    array.as_ref().map(borrow).transpose()
}

fn memory<'a, T: Element>(array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> PyResult<&'a mut [T]> {
    match array {
        Some(array) => array.as_slice_mut().map_err(|_| PyValueError::new_err("an array is not in C order any more")),
        None => Ok(&mut []),
    }
}
