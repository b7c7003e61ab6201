#include "widgets/controls/result_label.h"

#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int leastRead = 7; // characters of a result
constexpr int gap = rhythm::step;

} // namespace

ResultLabel::ResultLabel(QLineEdit& line) : QLabel(&line), line_(line)
{
    setObjectName("preview");
    setLook(this, Look::dim);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* inside = new QHBoxLayout(&line);
    inside->setContentsMargins(0, 0, rhythm::step, 0);
    inside->addStretch();
    inside->addWidget(this);
    line.installEventFilter(this);
}

void ResultLabel::setResult(const QString& result)
{
    result_ = result;
    fit();
}

void ResultLabel::fit()
{
    const QString shown = result_.isEmpty() ? QString() : "= " + result_;
    const int typed = line_.fontMetrics().horizontalAdvance(line_.text());
    const int room = line_.width() - typed - 2 * rhythm::step - gap;
    const int least = std::min(fontMetrics().averageCharWidth() * leastRead, fontMetrics().horizontalAdvance(shown));
    setText(room >= least ? fontMetrics().elidedText(shown, Qt::ElideRight, room) : QString());
    line_.setTextMargins(0, 0, text().isEmpty() ? 0 : sizeHint().width() + gap / 2, 0);
}

bool ResultLabel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &line_ && event->type() == QEvent::Resize)
        fit();
    return QLabel::eventFilter(watched, event);
}

} // namespace headroom::widgets
