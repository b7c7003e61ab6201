#include "widgets/diagram/canvas/gestures/key_wire_gesture.h"

#include "widgets/diagram/canvas/items/box_neighbours.h"

#include <QCoreApplication>
#include <QKeyEvent>

namespace headroom::widgets {

namespace {

struct KeyWireTexts
{
    Q_DECLARE_TR_FUNCTIONS(KeyWireTexts)
};

/// The port that follows the one of this name in a list.
const Port* portAfter(const QVector<const Port*>& ports, const QString& name)
{
    for (qsizetype i = 0; i < ports.size(); ++i)
        if (ports[i]->name == name)
            return ports[(i + 1) % ports.size()];
    return ports.isEmpty() ? nullptr : ports.first();
}

} // namespace

const Port* freePort(const CanvasSurface& canvas, const BoxItem& box, bool output)
{
    for (const Port& port : box.ports())
        if (port.output == output && canvas.isFree(port))
            return &port;
    return nullptr;
}

std::unique_ptr<Gesture> wireFromSelection(CanvasSurface& canvas)
{
    const QStringList ids = canvas.drawn().selectedBoxes();
    const BoxItem* start = ids.size() == 1 ? canvas.drawn().box(ids.first()) : nullptr;
    const Port* port = start ? freePort(canvas, *start, true) : nullptr;
    if (start && !port)
        port = freePort(canvas, *start, false);
    if (port)
        return std::make_unique<KeyWireGesture>(canvas, PortAddress{start->id(), port->name, port->output});
    canvas.refuse(start ? KeyWireTexts::tr("Every port of this box is connected already.")
                        : KeyWireTexts::tr("Select the box where the wire starts."));
    return nullptr;
}

KeyWireGesture::KeyWireGesture(CanvasSurface& canvas, const PortAddress& from)
    : canvas_(canvas), draft_(std::make_unique<WireDraft>(canvas, from))
{
    draft_->tell(startPoint(),
                 KeyWireTexts::tr("Arrow keys choose where the wire ends, > chooses another port, Enter draws it"),
                 false);
}

QPointF KeyWireGesture::startPoint() const
{
    return canvas_.drawn().box(draft_->from().box)->pos() + draft_->fromPort().place;
}

Gesture::KeyUse KeyWireGesture::press(const QKeyEvent& event)
{
    if (event.text() == ">")
        takeNextPort();
    else if (isArrow(event.key()))
        takeNextBox(event.key());
    else if ((event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && target_)
        return KeyUse::confirms;
    return KeyUse::taken;
}

void KeyWireGesture::takeNextBox(int arrow)
{
    const auto ids = draft_->ends().keys();
    QSet<QString> candidates(ids.begin(), ids.end());
    const QString at = target_ ? target_->box : draft_->from().box;
    candidates.remove(at);
    const CanvasItems& drawn = canvas_.drawn();
    if (const BoxItem* next = nearestBox(drawn, drawn.box(at)->sceneFrame(), arrow, candidates))
        leadTo({next->id(), draft_->ends().value(next->id()).first(), !draft_->from().output});
}

/// Chooses the next port of the target box or, without a target, of the source box.
void KeyWireGesture::takeNextPort()
{
    const BoxItem* box = canvas_.drawn().box(target_ ? target_->box : draft_->from().box);
    const Port* next = portAfter(portsToChoose(*box), target_ ? target_->port : draft_->from().port);
    if (next && target_) {
        leadTo({box->id(), next->name, next->output});
    } else if (next) {
        const PortAddress from{box->id(), next->name, next->output};
        draft_.reset(); // before the next draft marks the boxes
        draft_ = std::make_unique<WireDraft>(canvas_, from);
        draft_->tell(startPoint(), draft_->fromPort().label, false);
    }
}

QVector<const Port*> KeyWireGesture::portsToChoose(const BoxItem& box) const
{
    const bool output = draft_->from().output;
    QVector<const Port*> ports;
    for (const Port& port : box.ports()) {
        const bool ends = port.output != output && draft_->mayEndAt({box.id(), port.name, port.output});
        const bool begins = port.output == output && (!port.output || canvas_.isFree(port));
        if (target_ ? ends : begins)
            ports.append(&port);
    }
    return ports;
}

void KeyWireGesture::leadTo(const PortAddress& target)
{
    target_ = target;
    const BoxItem* box = canvas_.drawn().box(target.box);
    const Port* port = box->findPort(target.port, target.output);
    const Port& from = draft_->fromPort();
    const QPointF point = box->pos() + port->place;
    draft_->leadTo(target, point);
    draft_->tell(point,
                 from.output ? KeyWireTexts::tr("%1 to %2").arg(from.label, port->label)
                             : KeyWireTexts::tr("%1 to %2").arg(port->label, from.label),
                 false);
    canvas_.drawn().reveal(*box);
}

void KeyWireGesture::confirm()
{
    const auto [from, to] = draft_->wireTo(*target_);
    draft_.reset();
    canvas_.connectPorts(from, to);
}

} // namespace headroom::widgets
