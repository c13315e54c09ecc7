//! The attributes of the built-in classes, which native functions read; and which classes have no
//! hash.

use crate::model::exception_classes::{
    UNICODE_DECODE_ERROR, UNICODE_ENCODE_ERROR, UNICODE_TRANSLATE_ERROR,
};
use crate::types::prelude::*;
use crate::types::{
    codec_errors, complex_methods, dict_views, float, int_methods, memoryview_methods, range, slice,
};

/// The attributes of the built-in classes: functions of the receiver.
pub const GETTERS: &[(ClassNumber, &[NativeFunction])] = &[
    (CLASS_DICT_KEYS, dict_views::GETTERS),
    (CLASS_DICT_VALUES, dict_views::GETTERS),
    (CLASS_DICT_ITEMS, dict_views::GETTERS),
    (CLASS_COMPLEX, complex_methods::GETTERS),
    (CLASS_MEMORYVIEW, memoryview_methods::GETTERS),
    (CLASS_INT, int_methods::GETTERS),
    (CLASS_FLOAT, float::GETTERS),
    (CLASS_RANGE, range::GETTERS),
    (CLASS_SLICE, slice::GETTERS),
    (UNICODE_ENCODE_ERROR, codec_errors::GETTERS),
    (UNICODE_DECODE_ERROR, codec_errors::GETTERS),
    (UNICODE_TRANSLATE_ERROR, codec_errors::GETTERS),
];

/// Classes whose instances have no hash.
pub const UNHASHABLE: [ClassNumber; 4] = [CLASS_LIST, CLASS_DICT, CLASS_SET, CLASS_BYTEARRAY];
