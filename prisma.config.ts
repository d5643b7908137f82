import { defineConfig } from 'prisma-cli/config';

// Generating needs no schema engine; setting any path keeps Prisma from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
