import { answerParent } from '../../../../spreadsheet/answer-parent.ts';
import { readFile } from './read-file.ts';

await answerParent(readFile);
