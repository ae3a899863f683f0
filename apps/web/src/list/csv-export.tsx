import { type ExportedList, nameOfList, recordExport } from '@arcadia/contract/admin/audit-log'
import type { Page } from '@arcadia/contract/lists'
import { venueDate } from '@arcadia/contract/trip-date'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { serverNow } from '../api/clock.ts'
import { download } from '../api/download.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { type CsvColumn, type CsvReader, toCsv } from './csv.ts'

export interface CsvFile<Row> {
  list: ExportedList
  columns: readonly CsvColumn<Row>[]
  /** What is in it, where a page has more than one. */
  what?: string
}

export interface ExportProgress {
  done: number
  total: number
}

/** Fetches every page of a list, up to 100 rows each, and saves them as a file; leaving the list stops it. */
export function useCsvExport<Row extends { id: number }>(fetchPage: (page: number) => Promise<Page<Row>>) {
  const [progress, setProgress] = useState<ExportProgress>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start({ list, columns }: CsvFile<Row>, reader: CsvReader) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setError(undefined)
    try {
      await call(recordExport, { body: { list } })
      // Keyed by id: a new row can push one to the next page, where it would repeat.
      const rows = new Map<number, Row>()
      for (let page = 0, totalPages = 1; page < totalPages; page++) {
        setProgress((before) => before ?? { done: 0, total: 0 })
        const answer = await fetchPage(page)
        if (signal.aborted) return
        for (const row of answer.content) rows.set(row.id, row)
        totalPages = answer.totalPages
        setProgress({ done: rows.size, total: answer.totalElements })
      }
      const ending = reader === 'program' ? '-exact.csv' : '.csv'
      download(toCsv(columns, [...rows.values()], reader), {
        name: `${fileNameOf(list)}-${venueDate(serverNow())}${ending}`,
        type: 'text/csv',
      })
    } catch (failure) {
      if (!signal.aborted) setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      if (!signal.aborted) setProgress(undefined)
    }
  }
  return { start, progress, error, dismissError: () => setError(undefined) }
}

interface ExportButtonProps {
  what?: string | undefined
  progress: { done: number; total: number } | undefined
  onStart: (reader: CsvReader) => void
}

/** Asks what the file is for, saves the whole list and shows the progress. */
export function ExportButton({ what, progress, onStart }: ExportButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const startFor = (reader: CsvReader) => () => {
    setAsking(false)
    onStart(reader)
  }
  return (
    <>
      <Button
        icon={<Download className="icon" aria-hidden />}
        busy={progress !== undefined}
        onClick={() => setAsking(true)}
      >
        {progress ? (
          <span className="num">{sayProgress(progress)}</span>
        ) : (
          <span>
            <span className="max-[700px]:sr-only">Export {what} </span>CSV
          </span>
        )}
      </Button>
      <span className="sr" role="status">
        {progress && 'Exporting'}
      </span>
      {isAsking && (
        <Dialog title="Where will you open the file?" onClose={() => setAsking(false)}>
          <DialogBody className="grid content-start gap-6">
            <div className="grid justify-items-start gap-2">
              <Button variant="ink" size="lg" onClick={startFor('spreadsheet')} data-autofocus>
                In a spreadsheet
              </Button>
              <p className="text-ink-2">
                To read or add up in Excel, Numbers or Google Sheets. Phone numbers and ZIP codes keep every digit.
              </p>
            </div>
            <div className="grid justify-items-start gap-2">
              <Button size="lg" onClick={startFor('program')}>
                In another program
              </Button>
              <p className="text-ink-2">
                Each value exactly as it was typed. Don't open this one in a spreadsheet, which could take what a guest
                typed for a formula.
              </p>
            </div>
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}

/** The list's name, as a file's: `money-by-month-2027`. */
const fileNameOf = (list: ExportedList) =>
  nameOfList(list)!
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')

function sayProgress({ done, total }: { done: number; total: number }): string {
  return total === 0 ? 'Exporting…' : `${done} of ${total}`
}
