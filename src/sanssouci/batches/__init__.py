"""Many games at once, in the kernel's style and compiled separately."""
