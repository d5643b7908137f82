import type { Document } from '../../base/graphql/document.ts';
import { OutLink } from '../../base/kit/layout/out-link.tsx';
import { May } from '../../base/session/may.tsx';
import { graphiqlOf } from './query-variables.ts';

interface GraphiqlLinkProps<Variables extends object> {
  document: Document<unknown, Variables>;
  variables: Variables;
  /** The data that the query reads, for screen readers. */
  about: string;
}

/** Links to the query behind some figures, for people who manage API keys. */
export function GraphiqlLink<Variables extends object>(props: GraphiqlLinkProps<Variables>) {
  const { document, variables, about } = props;
  return (
    <May needs="keys">
      <OutLink href={graphiqlOf(document, variables)} label="Open in GraphiQL" about={about} />
    </May>
  );
}
