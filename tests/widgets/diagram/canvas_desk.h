// A diagram in a shown window, and what a hand does to it.
#pragma once

#include "../document/sample_project.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/view/canvas_view.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <memory>

namespace headroom::widgets {

struct Desk
{
    explicit Desk(headroom::project::Project project = sample::cluster())
    {
        model.setProject(std::move(project));
        scene = std::make_unique<DiagramScene>(model, sample::putPath);
        view = std::make_unique<CanvasView>(*scene);
        view->resize(1600, 700);
        view->show();
        (void)QTest::qWaitForWindowExposed(view.get());
        view->setZoom(1);
        view->centerOn(scene->contentRect().center());
    }

    QPoint onScreen(const QPointF& point) const { return view->mapFromScene(point); }
    QPointF middleOf(const QString& id) const { return scene->box(id)->pos() + scene->box(id)->frame().center(); }
    QPointF portOf(const QString& id, const QString& port, bool output) const
    {
        return scene->box(id)->pos() + scene->box(id)->findPort(port, output)->place;
    }

    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget* sheet = view->viewport();
        QTest::mouseMove(sheet, onScreen(from));
        QTest::mousePress(sheet, Qt::LeftButton, modifiers, onScreen(from));
        for (int i = 1; i <= 4; ++i) {
            const QPoint point = onScreen(from + (to - from) * i / 4.0);
            QMouseEvent move(QEvent::MouseMove, point, sheet->mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                             modifiers);
            QApplication::sendEvent(sheet, &move);
        }
        QTest::mouseRelease(sheet, Qt::LeftButton, modifiers, onScreen(to));
    }

    /// A press and a movement, the button still held.
    void pull(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mousePress(view->viewport(), Qt::LeftButton, modifiers, onScreen(from));
        pullOn(to, modifiers);
    }
    void pullOn(const QPointF& to, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget* sheet = view->viewport();
        QMouseEvent move(QEvent::MouseMove, onScreen(to), sheet->mapToGlobal(onScreen(to)), Qt::NoButton,
                         Qt::LeftButton, modifiers);
        QApplication::sendEvent(sheet, &move);
    }
    void letGo(const QPointF& at) const { QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, onScreen(at)); }

    void click(const QPointF& point, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, onScreen(point));
    }

    /// The pointer goes somewhere without a button.
    void hover(const QPointF& point) const
    {
        QWidget* sheet = view->viewport();
        QMouseEvent move(QEvent::MouseMove, onScreen(point), sheet->mapToGlobal(onScreen(point)), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(sheet, &move);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(view.get(), static_cast<Qt::Key>(key), modifiers);
    }
    const headroom::project::Block* findBlock(const QString& id) const
    {
        return headroom::project::findBlock(diagram(), id.toStdString());
    }
    bool hasWire(const QString& from, const QString& to) const
    {
        for (const auto& wire : diagram().wires)
            if (from == QString::fromStdString(wire.fromBlock + '.' + wire.fromPort) &&
                to == QString::fromStdString(wire.toBlock + '.' + wire.toPort))
                return true;
        return false;
    }
    QAction* menuEntry(const QPointF& point, const QString& text) const
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, onScreen(point),
                                view->viewport()->mapToGlobal(onScreen(point)));
        QApplication::sendEvent(view->viewport(), &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QAction* found = nullptr;
        for (QAction* action : menu ? menu->findChildren<QAction*>() : QList<QAction*>())
            if (action->text().remove('&') == text)
                found = action;
        return found;
    }
    void choose(const QPointF& point, const QString& text) const
    {
        QAction* entry = menuEntry(point, text);
        QVERIFY2(entry, qPrintable(text));
        QApplication::activePopupWidget()->close(); // its entries live until the next turn of the event loop
        entry->trigger();
    }

    std::string text() const { return headroom::project::toJson(model.project()).dump(); }
    const headroom::project::Diagram& diagram() const
    {
        return *headroom::project::findDiagram(model.project(), sample::putPath);
    }

    DocumentModel model;
    std::unique_ptr<DiagramScene> scene;
    std::unique_ptr<CanvasView> view;
};

inline const BoxItem& boxOf(const Desk& desk, const char* id)
{
    return *desk.scene->box(id);
}

/// A point on the handle at the right edge, below the port.
inline QPointF handleOf(const Desk& desk, const char* id)
{
    return boxOf(desk, id).sceneFrame().bottomRight() - QPointF(2, 5);
}

/// The boxes that cover each other.
inline QStringList overlaps(const CanvasScene& scene)
{
    QStringList found;
    for (const BoxItem* one : scene.boxes())
        for (const BoxItem* other : scene.boxes())
            if (one->id() < other->id() && one->sceneFrame().intersects(other->sceneFrame()))
                found.append(one->id() + " and " + other->id());
    return found;
}

} // namespace headroom::widgets
