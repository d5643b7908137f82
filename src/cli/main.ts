import { runCommand } from './run-command.ts';

const code = await runCommand(process.argv.slice(2));
// What a command leaves open is nothing to wait for after an error.
if (code !== 0) process.exit(code);
