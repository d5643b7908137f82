import { fault } from '../schema/core/errors.ts';

/** The first part of a form with files. */
const FORM_START = /^(?:\r?\n)?--[^\r\n]{1,200}\r?\nContent-(?:Disposition|Type):/i;
/** Longer than the start of a form. */
const START_BYTES = 400;
const [LF, CR] = [0x0a, 0x0d];
const RIGHT = "Send the file itself as the body: curl --data-binary '@catalogue.csv'";

/**
 * Refuses forms in place of a file. Forms are recognized by their content, because `curl --data-binary` gives
 * a file the media type of a form, too.
 *
 * @throws AppError `unsupported_media_type`, `validation_error`
 */
export function refuseForms(file: Buffer, mediaType: string | undefined): void {
  if (FORM_START.test(file.toString('latin1', 0, START_BYTES)))
    throw fault('form_body', `The body is a form, as curl -F sends it. ${RIGHT}`);
  const isFromForm = /^application\/x-www-form-urlencoded\b/i.test(mediaType ?? '');
  if (isFromForm && !file.includes(LF) && !file.includes(CR))
    throw fault(
      'line_breaks_lost',
      `The file has no line breaks: curl -d removes them, and forms have none. ${RIGHT}`,
      'file',
    );
}
