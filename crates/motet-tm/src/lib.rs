//! Transactional memory and garbage collection for dynamic languages.
