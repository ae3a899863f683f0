import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './build-if-stale.ts'

/** Result of a test step; each failure has two lines: the test and its message. */
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
      // A file that failed to load has no failed test.
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
      ...errors.map(({ message }) => failure('outside any journey', message)),
    ],
  }
}

function failedIn({ title, file, suites = [], specs }: PlaywrightSuite, above: string[] = []): string[] {
  const titles = [...above, title === file ? `e2e/${file}` : title]
  const failures = specs.flatMap((spec) =>
    spec.tests
      // A flaky journey counts as failed: customers get no retry.
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0]
        const at = error?.location && ` (${relative(root, error.location.file)}:${error.location.line})`
        const flaky = status === 'flaky' ? ' (flaky)' : ''
        return failure([...titles, spec.title].join(' › ') + flaky + (at ?? ''), error?.message)
      }),
  )
  return [...failures, ...suites.flatMap((suite) => failedIn(suite, titles))]
}

/** Puts the message on one line, without stack or code. */
function failure(where: string, message = ''): string {
  const [text = ''] = stripVTControlCharacters(message).split(/\n {4}at |\n+ +\d+ \|/)
  return `${where}\n    ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}

function readJson<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
