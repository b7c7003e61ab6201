#include "widgets/controls/row_heads.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace headroom::widgets {

void centreRowHeads(QTableView& table, int height, bool frame)
{
    QHeaderView& heads = *table.verticalHeader();
    heads.setDefaultSectionSize(height);
    heads.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int above = std::max(0, (height - heads.fontMetrics().height()) / 2);
    heads.setStyleSheet(QStringLiteral("QHeaderView::section { padding: %1px 8px 0 8px;%2 }")
                            .arg(above)
                            .arg(frame ? QString() : QStringLiteral(" border: none;")));
}

} // namespace headroom::widgets
