//! Python source to register bytecode.
