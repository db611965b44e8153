/**
 * `replay` answers from the recording and asks nobody · `record` also asks live for what is missing, and adds it ·
 * `refresh` asks live for everything, and replaces the recordings of the sessions that run.
 */
export type CassetteMode = 'replay' | 'record' | 'refresh';
