import type { ReactNode } from 'react';
import { ChartSkeleton } from '../../base/chart/chart-figure.tsx';
import type { Document } from '../../base/graphql/document.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { GraphiqlLink } from './graphiql-link.tsx';

interface DataCardProps<Data, Variables extends object> {
  title: string;
  about?: ReactNode;
  document: Document<Data, Variables>;
  variables: Variables;
  /** Incremented when the figures have changed. */
  version: number;
  children: (data: Data) => ReactNode;
}

/** A card of figures, with a link to the query behind them. */
export function DataCard<Data, Variables extends object>(props: DataCardProps<Data, Variables>) {
  const { title, about, document, variables, version, children } = props;
  const data = useData(document, variables, { version });
  return (
    <Card title={title} about={about} actions={<GraphiqlLink {...{ document, variables }} about={title} />}>
      <Loaded of={data} placeholder={<ChartSkeleton />}>
        {children}
      </Loaded>
    </Card>
  );
}
