import { fileErrorOf } from '../error-line.ts';
import { runCommand } from './run-command.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may leave early, as in `provender account list | head`.
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    if (stream === process.stdout) process.stderr.write(`stdout cannot be written: ${fileErrorOf(error)}\n`);
  });

const code = await runCommand(process.argv.slice(2));
// After an error, do not wait for anything the command left open.
if (code !== 0) process.exit(code);
