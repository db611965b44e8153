/** Where a value stands among what the agent had seen. */
export type Origin = {
  kind: 'user' | 'tool' | 'policy' | 'agent' | 'error' | 'documentation';
  turn?: number | undefined;
  /** `seq` of the event that holds it; of `session_started` for policy and documentation. */
  seq?: number | undefined;
  /** The tool whose result or description it is. */
  tool?: string | undefined;
  /** JSON Pointer into the result; where the result is a text that holds JSON, into that JSON. */
  pointer?: string | undefined;
  /** Place in the message, or in the text that the pointer leads to, in UTF-16 code units. */
  start?: number | undefined;
  end?: number | undefined;
  /** The words as they stand there. */
  quote: string;
};

/** A value in one or several parts, such as first and last name; for each, every place that it may come from. */
export type Parts = readonly (readonly Origin[])[];

/** Why a value needs no source. */
export type ExemptReason =
  | 'boolean'
  | 'null'
  | 'empty'
  | 'enum'
  | 'default'
  | 'free_text'
  | 'documented_choice'
  | 'generated_key'
  | 'paging';

/** Why a value is neither from a source nor made up. */
export type WeakReason =
  | 'small_number'
  | 'short'
  | 'derived'
  | 'shifted_date'
  | 'about_then'
  | 'year_unknown'
  | 'today'
  | 'code'
  | 'abbreviation'
  | 'accents'
  | 'spelling'
  | 'digits_only'
  | 'reworded'
  | 'other_script'
  | 'accepted_proposal';

/** Why a value is from nowhere, most telling first. */
export type UngroundedReason =
  | 'documentation_example'
  | 'placeholder'
  | 'echo_of_error'
  | 'unseen_result'
  | 'self_only'
  | 'put_together'
  | 'not_as_derived'
  | 'nowhere';

/**
 * `grounded`: it stands in what the agent had seen. `weak`: it may follow from that, or stand there by chance.
 * `ungrounded`: neither. `exempt`: it needs no source. `forbidden`: it stands only where the author lets nothing come from.
 */
export type LeafVerdict =
  | { verdict: 'exempt'; why: ExemptReason; parts: Parts }
  | { verdict: 'grounded'; parts: Parts }
  | { verdict: 'weak'; why: WeakReason; parts: Parts }
  /** `quote`: the part of the value that is made up. `parts`: where it stands though that is no evidence. */
  | { verdict: 'ungrounded'; why: UngroundedReason; quote: string; parts: Parts }
  | { verdict: 'forbidden'; parts: Parts };
