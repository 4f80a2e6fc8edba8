"""What tests of the server share: a clock moved by hand, a table without a server, a server."""
