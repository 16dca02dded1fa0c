//! What Python sees of one item of a scene.

/// Declares the class of the items of a list of the scene: its attributes, each with its type and what it is of the item, then other methods.
macro_rules! item {
    (
        $(#[$about:meta])*
        $class:ident of $arena:ident;
        $(#[$number:meta])*
        index;
        $($(#[$meaning:meta])* $name:ident: $type:ty = |$item:ident| $value:expr;)*
        $({ $($methods:tt)* })?
    ) => {
        $(#[$about])*
        #[pyclass(frozen, module = "retromesh")]
        pub(crate) struct $class {
            pub(crate) data: Data,
            $(#[$number])*
            #[pyo3(get)]
            pub(crate) index: usize,
        }

        #[pymethods]
        impl $class {
            $(
                $(#[$meaning])*
                #[getter]
                fn $name(&self) -> $type {
                    let $item = &self.data.$arena[self.index];
                    $value
                }
            )*

            $($($methods)*)?
        }
    };
}

pub(crate) use item;
