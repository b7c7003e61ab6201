// Shows the analysis of a study that has ended: the answer of `headroom-engine analyse` as bars, tables and sentences.
#pragma once

#include "app/engine/streamed_command.h"
#include "study/analysis/analysis_json.h"
#include "widgets/plots/studies/effect_bars_view.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QScrollArea;

namespace headroom::app {

widgets::EffectBars effectBars(const study::MethodBars& bars);

class StudyAnalysis : public QWidget
{
    Q_OBJECT
public:
    explicit StudyAnalysis(QWidget* parent = nullptr);

    /// The file of a study that has ended; empty: there is none. It is analysed when the page is seen.
    void setFile(const QString& file);
    void setFileProposal(const widgets::ChartWidget::FileProposal& proposal);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask();
    void conclude(const QString& said);
    void showFigure();
    void say(const QString& text);

    StreamedCommand command_;
    QString file_;
    QByteArray printed_;
    std::vector<study::AnalysedFigure> figures_; ///< of the answer
    bool asked_ = false;
    QComboBox* figure_;
    QLabel *sentences_, *tables_;
    widgets::EffectBarsView* bars_;
    QWidget* content_;
    QScrollArea* scrolled_;
};

} // namespace headroom::app
