// The heads of a table's rows.
#pragma once

class QTableView;

namespace headroom::widgets {

/// Gives the rows this height in pixels, with their heads in the middle of it. A style sheet aligns the text of a row's
/// head at the top, whatever the alignment of the header. `frame`: a line below each head.
void centreRowHeads(QTableView& table, int height, bool frame);

} // namespace headroom::widgets
