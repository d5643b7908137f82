import { mergeConfig } from 'vite';
import service from '../../../scripts/build/service.ts';

/** The service as a release has it, with the program in which tests run commands. */
export default mergeConfig(service, {
  build: { rolldownOptions: { input: { commands: 'test/support/process/run-commands.ts' } } },
});
