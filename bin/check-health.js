#!/usr/bin/env node
// Exits with 0 if the service in this container is ready, otherwise with 1.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
const response = await fetch(url).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
