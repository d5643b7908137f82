/**
 * The command line: `start` is the service, which reads its own options; all else are commands, which need
 * not import it.
 */
if (process.argv[2] === 'start') await import('./main.ts');
else await import('./cli/main.ts');
