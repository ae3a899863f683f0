import type { ReactNode } from 'react'
import { type CsvFile, ExportButton, useCsvExport } from '../../list/csv-export.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'

interface ExportedBoxProps<Row> extends CsvFile<Row> {
  title: string
  /** What the file has. */
  what: string
  /** Of the file; there is none without any. */
  rows: Row[]
  children: ReactNode
}

/** A box whose sums are a file too. */
export function ExportedBox<Row extends { id: number }>(props: ExportedBoxProps<Row>) {
  const { title, what, list, columns, rows, children } = props
  const size = rows.length
  const file = useCsvExport(async () => ({ content: rows, totalPages: 1, totalElements: size, page: 0, size }))
  return (
    <Box
      title={title}
      aside={
        size > 0 && (
          <ExportButton
            what={what}
            progress={file.progress}
            onStart={(reader) => void file.start({ list, columns }, reader)}
          />
        )
      }
    >
      {file.error && (
        <Banner className="mb-4" onDismiss={file.dismissError}>
          {file.error}
        </Banner>
      )}
      {children}
    </Box>
  )
}
