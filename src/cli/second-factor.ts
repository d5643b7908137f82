import type { Command } from 'commander';
import { switchOffSecondFactor } from '../schema/people/second-factor/stop-second-factor.ts';
import { actionOf } from './action.ts';

/** Adds the command that lets in a person who lost their second factor. */
export function addSecondFactorCommand(account: Command): void {
  account
    .command('second-factor')
    .description('turn off the second factor of a person who is locked out')
    .requiredOption('--email <email>', 'the address that the person signs in with')
    .requiredOption('--off', 'turn it off')
    .action(
      actionOf(({ audited }, { email }) =>
        audited(async (tx, leave) => {
          const person = await switchOffSecondFactor(tx, String(email));
          await leave('second_factor.stopped', person.accountId, { person: String(person.id) });
          return { id: person.id, email: person.email, second_factor: 'off' };
        }),
      ),
    );
}
