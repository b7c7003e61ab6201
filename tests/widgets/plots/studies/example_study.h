// A study whose figures are known, and what a hand does to its charts.
#pragma once

#include "widgets/plots/studies/study_chart.h"

#include <QComboBox>
#include <QLabel>
#include <QtTest>
#include <qcustomplot.h>

namespace chart_study {

using namespace headroom::widgets;

inline const QStringList disks = {"hdd", "ssd"};

/// 3 numbers of workers × 2 disks × 2 block sizes; the throughput is 100 × workers, ten times of an ssd.
inline std::shared_ptr<StudyPoints> exampleStudy()
{
    auto study = std::make_shared<StudyPoints>();
    study->parameters = {{"WORKERS", "", {}, true}, {"DISK", "", {}, false}, {"SIZE", "B", {}, true}};
    study->figures = {{"PUT.throughput", "1/s", true, true}, {"price", "USD", false, true}};
    for (const double workers : {4.0, 1.0, 2.0})
        for (int disk = 0; disk < 2; ++disk)
            for (const double size : {1024.0, 4096.0}) {
                StudyPoint point;
                point.number = study->points.size();
                point.settings = {QString::number(workers), disks[disk], QString::number(size)};
                point.numbers = {workers, std::nan(""), size};
                const double rate = 100 * workers * (disk == 1 ? 10 : 1) * 1024 / size;
                point.figures = {{rate, 0.9 * rate, 1.1 * rate}, {1000, 1000, 1000}};
                study->points.push_back(point);
            }
    return study;
}

template <typename Chart>
std::unique_ptr<Chart> shown(std::shared_ptr<const StudyPoints> study)
{
    auto chart = std::make_unique<Chart>();
    chart->resize(600, 400);
    chart->setStudy(std::move(study));
    chart->show();
    (void)QTest::qWaitForWindowExposed(chart.get());
    chart->plot()->replot(QCustomPlot::rpImmediateRefresh);
    return chart;
}

inline void choose(const QWidget& chart, const char* combo, const QString& entry)
{
    chart.findChild<QComboBox*>(combo)->setCurrentText(entry);
}

inline QString others(const QWidget& chart)
{
    return chart.findChild<QLabel*>("studyOthers")->text();
}

} // namespace chart_study
