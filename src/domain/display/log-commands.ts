/**
 * What a build server would take for a command of its own: `::name` at the start of a line, blanks before it or not; and
 * `##[name]`, `##vso[…]`, `##teamcity[…]` anywhere. Sources: the runner of GitHub Actions, the logging commands of Azure
 * Pipelines, the service messages of TeamCity.
 */
const COMMAND = /^([^\S\n]*):(?=:[a-z])|#(?=#(?:[a-z]{0,12})\[)/gim;

/**
 * The same lines, none of which a build server obeys: the first sign of a command is written out. For logs that hold what
 * agents, tools and users said. A text that is no command stays as it is.
 */
export function withoutLogCommands(text: string): string {
  return text.replace(COMMAND, (_sign, blanks: string | undefined) =>
    blanks === undefined ? '\\u{23}' : `${blanks}\\u{3a}`,
  );
}
