export { type AgentAnswer, AgentReplyError } from './agents/agent-answer.ts';
export type { AgentMessage } from './agents/agent-message.ts';
export { type ChatAgentOptions, chatAgent } from './agents/chat-agent.ts';
export { checkMessages, type MessageProblem } from './agents/check-messages.ts';
export { type CommandAgent, type CommandAgentOptions, commandAgent } from './agents/command-agent.ts';
export { type EndpointAgentOptions, endpointAgent } from './agents/endpoint-agent.ts';
export {
  type AgentReply,
  type FunctionAgentOptions,
  functionAgent,
  type OpenedReply,
  type OpensReply,
  type ReplyContext,
} from './agents/function-agent.ts';
export type { HttpAgentOptions, HttpRequestOptions } from './agents/http/http-options.ts';
export type { CallsOption, ReplyOptions, ResultsOption } from './agents/http/reply/reply-paths.ts';
export type { HeaderValue } from './agents/http/request-headers.ts';
export { httpAgent } from './agents/http-agent.ts';
export { type ToolCallables, ToolCallError } from './agents/tool-callables.ts';
export type { Budget, Budgets, Price, Prices } from './domain/authoring/budgets.ts';
export { type Config, defineConfig, type UserFactory } from './domain/authoring/config.ts';
export { Persona } from './domain/authoring/persona.ts';
export { formatProblem, type Problem } from './domain/authoring/problem.ts';
export { Expectation, Scenario, type ScenarioInput } from './domain/authoring/scenario.ts';
export type { Requirement, WorldDefinition } from './domain/authoring/tool-stub.ts';
export type {
  Agent,
  AgentContext,
  AgentInput,
  AgentSession,
  AgentStep,
  IncomingMessage,
  ToolGateway,
} from './domain/contracts/agent.ts';
export type { CassetteEntry, CassetteReply, CassetteRequest, CassetteStore } from './domain/contracts/cassette.ts';
export {
  BudgetExceededError,
  type ChatChunk,
  type ChatMessage,
  type ChatModel,
  type ChatModelContext,
  type ChatModelSession,
  type ChatReply,
  type ChatRequest,
  type ChatRequestOptions,
  type ChatTool,
  type ModelAccess,
  ModelUnavailableError,
} from './domain/contracts/chat-model.ts';
export type { Clock } from './domain/contracts/clock.ts';
export type { NliBackend } from './domain/contracts/nli-backend.ts';
export type { FileFormat, Reporter, RunPlan } from './domain/contracts/reporter.ts';
export type { StoredSession } from './domain/contracts/run-store.ts';
export type {
  AnyScorerDefinition,
  ScoreInput,
  Scorer,
  ScorerDefinition,
  ScorerPart,
} from './domain/contracts/scorer.ts';
export type {
  Heard,
  SimulatedUser,
  TalkLine,
  UserContext,
  UserMove,
  UserSession,
  UserTrace,
} from './domain/contracts/simulated-user.ts';
export type { World, WorldContext, WorldSession, WorldTool } from './domain/contracts/world.ts';
export { type CallDiffLine, callDiffLines } from './domain/display/call-diff/call-diff-lines.ts';
export { StepLimitError, StoreError, ToolError, UsageError } from './domain/errors.ts';
export { EndReason } from './domain/transcript/end-reason.ts';
export { endOf, startOf } from './domain/transcript/endings.ts';
export { SessionKey } from './domain/transcript/session-key.ts';
export type {
  ToolCall,
  ToolDescription,
  ToolErrorKind,
  ToolOutcome,
  ToolResult,
} from './domain/transcript/tool-call.ts';
export { observedBefore, type Trajectory, type TrajectoryCall, trajectoryOf } from './domain/transcript/trajectory.ts';
export {
  type EventOf,
  type FixedInput,
  type Transcript,
  TranscriptEvent,
} from './domain/transcript/transcript-event.ts';
export { type Turn, turnsOf } from './domain/transcript/turns.ts';
export {
  type WorldChange,
  type WorldHistory,
  type WorldSum,
  type WorldTurn,
  worldByTurn,
} from './domain/transcript/world-by-turn.ts';
export { fromJsonValue } from './domain/values/from-json-value.ts';
export { type JsonObject, JsonValue, toJsonValue } from './domain/values/json-value.ts';
export { CallDiff } from './domain/verdicts/call-diff.ts';
export { Evidence, Finding, Stage } from './domain/verdicts/evidence.ts';
export type { RunResult } from './domain/verdicts/run-result.ts';
export { Score, type ScoreOutcome } from './domain/verdicts/score.ts';
export type { SessionResult, UserNote, UserReview } from './domain/verdicts/session-result.ts';
export { type Failure, judgeSession, Verdict } from './domain/verdicts/verdict.ts';
export { loadModelScript, type NamedScript } from './files/model-script/read-model-script.ts';
export { defineScenario, type ScenarioFile } from './files/scenarios/define-scenario.ts';
export { importTranscript } from './importers/import-transcript.ts';
export type {
  ImportedTranscript,
  ImportFormat,
  ImportOptions,
  ImportResult,
  RefusedTranscript,
  UserCall,
} from './importers/imported.ts';
export type { ReadTranscript, ReadTranscriptsOptions } from './importers/text/read-transcript.ts';
export { readTranscripts } from './importers/text/read-transcripts.ts';
export { type BudgetBook, type BudgetBookOptions, createBudgetBook } from './llm/budget/budget-book.ts';
export type { SessionLimits } from './llm/budget/ledger-shelf.ts';
export {
  type Cassette,
  type CassetteCounts,
  type CassetteMode,
  type CassetteOptions,
  createCassette,
} from './llm/cassette/cassette.ts';
export { type FunctionModelInput, functionModel } from './llm/function-model.ts';
export { createModelAccess, type ModelAccessOptions, type RunModelAccess } from './llm/model-access.ts';
export type { ModelAnswer } from './llm/model-answer.ts';
export { type HttpNliOptions, httpNli } from './llm/nli/http-nli.ts';
export { type OpenaiModelOptions, openaiModel } from './llm/openai-model.ts';
export { checkPrompt, type ExpectedPrompt, expectPrompt, PromptError } from './llm/prompt/check-prompt.ts';
export { type FoundSecret, findSecrets } from './llm/prompt/find-secrets.ts';
export { type Prompt, type PromptText, promptOf } from './llm/prompt/prompt-of.ts';
export type { RecordedRequest } from './llm/recorded-request.ts';
export { type JudgedTalk, type JudgeOpinion, type JudgeScript, scriptedJudge } from './llm/scripted-judge.ts';
export {
  ScriptError,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedStep,
  scriptedModel,
} from './llm/scripted-model.ts';
export { type ServedModel, type ServedScript, type ServeModelOptions, serveModel } from './llm/serve-model.ts';
export type { ServedRequest } from './llm/wire/model-endpoint.ts';
export { type ModelFetch, type ModelFetchContext, modelFetch } from './llm/wire/model-fetch.ts';
export { otlpLines, otlpReporter } from './reporters/spans/otlp-lines.ts';
export type { Span, SpanOptions } from './reporters/spans/span.ts';
export { type SpanTracer, spanReporter } from './reporters/spans/span-reporter.ts';
export { spansOf } from './reporters/spans/spans-of.ts';
export { systemClock } from './runs/system-clock.ts';
export { builtInScorers } from './scorers/built-in-scorers.ts';
export { createScorers } from './scorers/create-scorers.ts';
export { defineScorer } from './scorers/define-scorer.ts';
export { checkGrounding, type GroundingReport } from './scorers/grounding/check/check-grounding.ts';
export {
  type GroundedAnswer,
  groundTranscript,
  type TranscriptGrounding,
} from './scorers/grounding/check/ground-transcript.ts';
export type { GroundedClaim, GroundingPointer } from './scorers/grounding/check/grounded-claim.ts';
export type { GroundingEvidence, GroundingInput } from './scorers/grounding/check/grounding-input.ts';
export type { GroundingMeasures } from './scorers/grounding/measures/grounding-measures.ts';
export type { NliThresholds } from './scorers/grounding/tiers/ask-nli.ts';
export { type RefinedReport, type RefineOptions, refineGrounding } from './scorers/grounding/tiers/refine-grounding.ts';
export { checkPolicies, type PolicyReport } from './scorers/policy/check-policies.ts';
export type { LoggedCall, LoggedMessage } from './scorers/policy/log-transcript.ts';
export { policy } from './scorers/policy/policy.ts';
export type { PolicyVerdict, PolicyViolation } from './scorers/policy/policy-verdicts.ts';
export type { PolicyRule, PolicySpec } from './scorers/policy/rules/policy-rule.ts';
export {
  type ArgumentProvenance,
  argumentProvenance,
  type ProvenanceInput,
} from './scorers/provenance/argument-provenance.ts';
export type { Derivation, ProvenanceOptions, SourceRule } from './scorers/provenance/rules.ts';
export type { Origin as ArgumentOrigin } from './scorers/provenance/verdict/leaf-verdict.ts';
export { scoreTranscript } from './scorers/score-transcript.ts';
export type { ExpectedArguments, ExpectedValue } from './scorers/trajectory/arguments/expected-arguments.ts';
export type {
  AsymmetricMatcher,
  ParsingSchema,
  StandardSchema,
  ValuePredicate,
} from './scorers/trajectory/arguments/live-value.ts';
export type { MatchOptions } from './scorers/trajectory/arguments/match-options.ts';
export { type CallOptions, call } from './scorers/trajectory/builders/call.ts';
export { expectCalls, expectNoCalls } from './scorers/trajectory/builders/expect-calls.ts';
export { match } from './scorers/trajectory/builders/match.ts';
export { callsOfMessages } from './scorers/trajectory/calls-of-messages.ts';
export {
  type CallsComparison,
  type ComparedCall,
  type ComparedPair,
  compareCalls,
} from './scorers/trajectory/compare-calls.ts';
export type { CallsNumbers } from './scorers/trajectory/count-calls.ts';
export type { EffectCall } from './scorers/trajectory/equivalence/effect-call.ts';
export {
  type DroppedWrite,
  type EffectiveWrites,
  type EffectOptions,
  effectiveWrites,
} from './scorers/trajectory/equivalence/effective-writes.ts';
export {
  type EquivalenceOptions,
  equivalentWrites,
  type WantedWrite,
  type WritesEquivalence,
} from './scorers/trajectory/equivalence/equivalent-writes.ts';
export type { MadeWrite } from './scorers/trajectory/equivalence/made-writes.ts';
export type { CallsExplanation } from './scorers/trajectory/explanation/explain-calls.ts';
export type { MadeCall } from './scorers/trajectory/made-call.ts';
export { type AdkOptions, fromAdk } from './scorers/trajectory/presets/from-adk.ts';
export { type AgentevalsOptions, fromAgentevals } from './scorers/trajectory/presets/from-agentevals.ts';
export { fromPromptfoo, type PromptfooAssertion } from './scorers/trajectory/presets/from-promptfoo.ts';
export type { CallPlan } from './scorers/trajectory/specification/call-plan.ts';
export {
  CallsSpecification,
  type CallsSpecificationInput,
} from './scorers/trajectory/specification/calls-specification.ts';
export { type CallsCheck, planCalls } from './scorers/trajectory/specification/plan-calls.ts';
export { runSession } from './session/run-session.ts';
export type { SessionOptions, SessionRun } from './session/session-context.ts';
export { passAtK, passHatK } from './statistics/pass-hat-k.ts';
export { type CassetteFileOptions, openCassetteFile } from './store/cassette-file.ts';
export { readSession } from './store/read-session.ts';
export { chainUser } from './users/chain-user.ts';
export { checkUserWords, type UserWordsFinding } from './users/check-user-words.ts';
export type { UserKnowledge } from './users/checks/words-check.ts';
export { createUser } from './users/create-user.ts';
export { machineUser } from './users/machine-user.ts';
export { personaChecks } from './users/persona-checks.ts';
export { type PersonaUserOptions, personaUser } from './users/persona-user.ts';
export { reviewUser } from './users/review-user.ts';
export { scriptedUser } from './users/scripted-user.ts';
export { defineTool, type Tool, type ToolContext } from './worlds/define-tool.ts';
export { defineWorld } from './worlds/define-world.ts';
export { decimalText } from './worlds/parameters/decimal-text.ts';
export { stubWorld } from './worlds/stub-world.ts';
