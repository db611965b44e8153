import { z } from 'zod';
import { RunReport } from '../domain/verdicts/run-report.ts';
import { RUN_RESULT_VERSION } from '../domain/verdicts/run-result.ts';

type Schema = { [key: string]: unknown };

/** Under which name the schema of the present format is published. */
export const REPORT_SCHEMA_NAME = `report.v${RUN_RESULT_VERSION}`;

/**
 * JSON Schema (draft 7) of the JSON report. Within a version of the format keys may be added, so that a reader takes those
 * that it does not know for what they are; none is taken away, and none changes its meaning.
 */
export function reportSchema(): Schema {
  const schema = z.toJSONSchema(RunReport, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Schema;
  return { ...schema, title: `The JSON report of rehearsal, version ${RUN_RESULT_VERSION} of the format` };
}
