import { FileUp } from 'lucide-react';
import { ImportsPageDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Card } from '../kit/card.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { OutLink } from '../kit/out-link.tsx';
import { Page } from '../kit/page.tsx';
import { ImportsTable } from './imports-table.tsx';
import { UploadForm } from './upload-form.tsx';

const LOOK_EVERY_MS = 10_000;

/** Sends a file to be previewed, and lists the latest imports. */
export function ImportsPage() {
  const imports = useData(ImportsPageDocument, {}, { everyMs: LOOK_EVERY_MS });
  return (
    <Page
      title="Imports"
      about={
        <>
          Create and change many records with a file from your spreadsheet or ERP. You see what it would do
          before anything is written, and it is imported as a whole or not at all.{' '}
          <OutLink href="/docs/import" label="Guide" about="files to import" />
        </>
      }
    >
      <Card title="Import a file">
        <UploadForm />
      </Card>
      <Card title="Latest imports" about="Files and results are kept for 7 days" isFlush>
        <Loaded of={imports}>
          {({ imports }) =>
            imports.length > 0 ? (
              <ImportsTable imports={imports} />
            ) : (
              <Empty icon={FileUp} title="No imports in the last 7 days">
                <p>Choose a file above to see what it would do.</p>
              </Empty>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
