import { Button, ButtonLink } from './button.tsx';
import type { Action } from './menu.tsx';

/** Shows actions as buttons, where there is room for them. */
export function ActionButtons({ actions }: { actions: readonly Action[] }) {
  return actions.map((action) =>
    'href' in action ? (
      <ButtonLink key={action.label} icon={action.icon} href={action.href}>
        {action.label}
      </ButtonLink>
    ) : (
      <Button
        key={action.label}
        kind={action.isDangerous ? 'danger' : 'plain'}
        icon={action.icon}
        onClick={action.run}
      >
        {action.label}
      </Button>
    ),
  );
}
