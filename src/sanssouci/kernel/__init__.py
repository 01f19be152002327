"""The rules: plain functions on integers and arrays. Nobody else knows a rule."""
