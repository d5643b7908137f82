import { useEffect } from 'react';
import { ImportPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { ChangesCard, SampleCard } from './values-cards.tsx';
import { ColumnsCard } from './columns-card.tsx';
import { factsOf } from './import-facts.tsx';
import { ImportBadge } from './import-status.tsx';
import { QuestionsCard } from './questions-card.tsx';
import { ReadingCard } from './reading-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { Stage } from './stage.tsx';
import { type Import, labelOf } from './words.ts';

/** Shows what a file would do, runs it, and shows what became of it. */
export function ImportPage({ id }: { id: string }) {
  const loading = useData(ImportPageDocument, { id });
  const file = loading.data?.import;
  useKeptFocus(file?.status);
  if (file === null) return <NotFound what="This import" />;
  return (
    <Page
      title={file ? `Import ${labelOf(file).toLowerCase()}` : 'Import'}
      beside={file && <ImportBadge of={file} />}
      back={{ href: '/imports', label: 'Imports' }}
    >
      <Loaded of={loading} lines={8}>
        {({ import: file }) => file && <Details file={file} />}
      </Loaded>
    </Page>
  );
}

function Details({ file }: { file: Import }) {
  return (
    <>
      <Stage file={file} />
      <QuestionsCard file={file} />
      <Card title={file.fileName ?? labelOf(file)}>
        <Facts facts={factsOf(file)} />
      </Card>
      <RefusalsCard file={file} />
      <ColumnsCard file={file} />
      <ChangesCard file={file} />
      <SampleCard file={file} />
      <ReadingCard file={file} />
    </>
  );
}

/** Focuses the heading when the button that had the focus is gone. */
function useKeptFocus(status: string | undefined): void {
  useEffect(() => {
    if (status !== undefined && document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }, [status]);
}
