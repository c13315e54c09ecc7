# openpyxl writes and reads a workbook: cells, formulas, styles, charts, tables, streaming.
import datetime
import io
import zipfile

from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.table import Table

book = Workbook()
sheet = book.active
sheet.title = "Büro"
sheet.append(["name", "count", "price", "day"])
for n in range(1, 21):
    sheet.append([f"item {n}", n, n * 1.25, datetime.date(2020, 1, n)])
sheet["B23"] = "=SUM(B2:B21)"
sheet["A1"].font = Font(bold=True, color="FF0000")
sheet["A1"].fill = PatternFill("solid", fgColor="FFFF00")
sheet["C2"].number_format = "0.00"
sheet["A2"].alignment = Alignment(horizontal="center")
sheet.merge_cells("A25:C26")
sheet.column_dimensions["A"].width = 30
sheet.freeze_panes = "A2"
sheet.add_table(Table(displayName="items", ref="A1:D21"))
chart = BarChart()
chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=21), titles_from_data=True)
sheet.add_chart(chart, "F2")
other = book.create_sheet("other")
other["A1"] = True
other["A2"] = None
other["A3"] = "<&>\n\"é\""
kept = io.BytesIO()
book.save(kept)
print(sorted(zipfile.ZipFile(kept).namelist()))
again = load_workbook(kept)
sheet = again["Büro"]
print(again.sheetnames, sheet.dimensions, sheet["B23"].value, sheet["D3"].value, sheet["A1"].font.b, sheet["C2"].number_format)
print([[cell.value for cell in row] for row in sheet["A1:B3"]], sheet.merged_cells.ranges, sheet.freeze_panes)
print([repr(cell.value) for cell in again["other"]["A"]], list(sheet.tables), len(sheet._charts))
lazy = load_workbook(kept, read_only=True)
print(sum(row[1] for row in lazy["Büro"].iter_rows(min_row=2, max_row=21, values_only=True)))
lazy.close()
print(get_column_letter(703), range_boundaries("B3:AA10"))
fast = Workbook(write_only=True)
page = fast.create_sheet()
for n in range(100):
    page.append([n, str(n)])
kept = io.BytesIO()
fast.save(kept)
print(load_workbook(kept).active.max_row)
