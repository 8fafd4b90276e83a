"""The rules of human logic, one module for each family."""
