import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './build-if-stale.ts'

/** How a step of the tests ended; each failure in two lines: which test, and what it says. */
export interface Outcome {
  passed: number
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function readVitest(file: string): Outcome {
  const { numPassedTests, testResults } = readJson<VitestReport>(file)
  return {
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const path = relative(root, name)
      const failed = assertionResults.filter((one) => one.status === 'failed')
      // A file that could not be loaded has no test to blame.
      if (status === 'failed' && failed.length === 0) return [failure(path, message)]
      return failed.map(({ fullName, failureMessages }) => failure(`${path} › ${fullName}`, failureMessages[0]))
    }),
  }
}

interface PlaywrightError {
  message?: string
}

interface PlaywrightSuite {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: {
      status: string
      results: { errors: (PlaywrightError & { location?: { file: string; line: number } })[] }[]
    }[]
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: PlaywrightError[]
  stats: { expected: number }
}

export function readPlaywright(file: string): Outcome {
  const { suites, errors, stats } = readJson<PlaywrightReport>(file)
  return {
    passed: stats.expected,
    failures: [
      ...suites.flatMap((suite) => failedIn(suite)),
      ...errors.map(({ message }) => failure('outside of any journey', message)),
    ],
  }
}

function failedIn({ title, file, suites = [], specs }: PlaywrightSuite, above: string[] = []): string[] {
  const titles = [...above, title === file ? `e2e/${file}` : title]
  const own = specs.flatMap((spec) =>
    spec.tests
      // A flaky journey failed at least once, and a customer gets no second try.
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0]
        const at = error?.location && ` (${relative(root, error.location.file)}:${error.location.line})`
        const flaky = status === 'flaky' ? ' (flaky)' : ''
        return failure([...titles, spec.title].join(' › ') + flaky + (at ?? ''), error?.message)
      }),
  )
  return [...own, ...suites.flatMap((suite) => failedIn(suite, titles))]
}

/** The message goes on one line, without the stack or code below it. */
function failure(where: string, message = ''): string {
  const [text = ''] = stripVTControlCharacters(message).split(/\n {4}at |\n+ +\d+ \|/)
  return `${where}\n    ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

function readJson<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
