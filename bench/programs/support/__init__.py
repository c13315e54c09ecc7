"""What the programs in this folder share: options, threads, random numbers."""
