import { runCommand } from './run-command.ts';

const code = await runCommand(process.argv.slice(2));
// After an error, do not wait for anything the command left open.
if (code !== 0) process.exit(code);
